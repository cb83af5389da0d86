// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The native coin wrapped as WETH9 does it, with Deposit and Withdrawal in place of Transfer; and a payer whose
/// payments are calls inside a transaction. For tests.
contract OddCoin {
    string public constant name = "Wrapped Coin";
    string public constant symbol = "WCOIN";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        _pay(msg.sender, value);
        emit Withdrawal(msg.sender, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Passes on what it is given, inside a call.
    function pay(address to) external payable {
        _pay(to, msg.value);
    }

    /// Pays inside a call that fails afterwards, survives that, and keeps the money.
    function payInVain(address to) external payable {
        try this.payAndFail(to, msg.value) {} catch {}
    }

    function payAndFail(address to, uint256 value) external {
        _pay(to, value);
        revert("undone");
    }

    /// Gives half of it back to whoever called.
    function giveChange() external payable {
        _pay(msg.sender, msg.value / 2);
    }

    function _pay(address to, uint256 value) private {
        (bool done,) = to.call{value: value}("");
        require(done, "not paid");
    }
}
