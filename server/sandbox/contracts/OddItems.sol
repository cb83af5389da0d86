// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// An ERC-1155 that also counts and logs like an ERC-20, as some early ones do. For tests.
contract OddItems {
    string public constant name = "Odd Items";
    string public constant symbol = "ITEMS";
    uint8 public constant decimals = 0;
    mapping(address => uint256) private counts;
    mapping(address => mapping(uint256 => uint256)) private items;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOf(address owner) external view returns (uint256) {
        return counts[owner];
    }

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return items[owner][id];
    }

    function mint(address to, uint256 id, uint256 value, bool logsTransfer) external {
        counts[to] += value;
        items[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
        if (logsTransfer) emit Transfer(address(0), to, value);
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 n = 0; n < ids.length; ++n) items[to][ids[n]] += values[n];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }
}
